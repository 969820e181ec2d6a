/** The corners of a board in which something can lie over it, as classes of it: where two are as empty, the first. */
const CORNERS = ['', 'low', 'low beside', 'beside'];
/** So far from the edges of the board it lies, in pixels. */
const APART = 12;
/** So far from the right one, where the tools of the board are. */
const BESIDE = 60;

/** @typedef {{left: number, right: number, top: number, bottom: number}} Box */

/** Return the corner of a board in which something of a size covers the fewest tokens. @param {Box} board @param {{width: number, height: number}} size @param {Box[]} tokens */
export function emptiest(board, { width, height }, tokens) {
  const covered = CORNERS.map((corner) => {
    const left = corner.includes('beside') ? board.right - width - BESIDE : board.left + APART;
    const top = corner.includes('low') ? board.bottom - height - APART : board.top + APART;
    return tokens.filter((each) => each.right > left && each.left < left + width && each.bottom > top && each.top < top + height).length;
  });
  return CORNERS[covered.indexOf(Math.min(...covered))] ?? '';
}

/** Return the same for something that lies over the board that is drawn. @param {Element} over */
export function cornerOf(over) {
  const board = over.closest('.board');
  if (!board) return '';
  return emptiest(board.getBoundingClientRect(), over.getBoundingClientRect(), [...board.querySelectorAll('.stage .tok')].map((each) => each.getBoundingClientRect()));
}
