import { useEffect } from '../../vendor/vendor.mjs';
import { own, pictures } from '../model/pictures.js';
import { sheets } from '../sheets/panels.js';

/** @import { View } from '../model/types.js' */

/** Have whoever sees all of a picture bring what others are shown of it. @param {View} view @param {string} keyOf */
export function useMasks({ encounter, board }, keyOf) {
  const seen = own.value === null && pictures.value;
  useEffect(() => {
    if (!seen || board.kind !== 'grid' || !board.covers?.some((each) => each.mask)) return;
    void sheets.ask().then(() => sheets.here.value?.masked(encounter, keyOf, board));
  }, [board, seen]);
}
