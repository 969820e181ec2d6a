/**
 * JSON Patch (RFC 6902), the three operations that the stream uses, on values that stay as they were.
 *
 * @typedef {{op: string, path: string, value?: unknown}} Operation
 */

/** A patch that does not fit what it is put upon. */
export class Misfit extends Error {}

/**
 * Return `whole` after all operations. Raises Misfit.
 * @template T
 * @param {T} whole
 * @param {Operation[]} operations
 * @returns {T}
 */
export function patched(whole, operations) {
  return operations.reduce((value, each) => put(value, steps(each.path), each), whole);
}

/** @param {string} path */
function steps(path) {
  return path
    .split('/')
    .slice(1)
    .map((step) => step.replace(/~1/g, '/').replace(/~0/g, '~'));
}

/**
 * @param {any} value
 * @param {string[]} path
 * @param {Operation} operation
 * @returns {any}
 */
function put(value, path, operation) {
  const [step, ...rest] = path;
  if (step === undefined) return operation.value;
  if (value === null || typeof value !== 'object') throw new Misfit(operation.path);
  const copy = Array.isArray(value) ? [...value] : { ...value };
  if (rest.length) {
    if (!(step in copy)) throw new Misfit(operation.path);
    copy[step] = put(copy[step], rest, operation);
  } else if (Array.isArray(copy)) {
    inList(copy, step, operation);
  } else if (operation.op === 'remove') {
    if (!(step in copy)) throw new Misfit(operation.path);
    delete copy[step];
  } else {
    copy[step] = operation.value;
  }
  return copy;
}

/** @param {unknown[]} list @param {string} step @param {Operation} operation */
function inList(list, step, operation) {
  const at = step === '-' ? list.length : Number(step);
  if (!Number.isInteger(at) || at < 0 || at > list.length) throw new Misfit(operation.path);
  if (operation.op === 'add') list.splice(at, 0, operation.value);
  else if (at === list.length) throw new Misfit(operation.path);
  else if (operation.op === 'remove') list.splice(at, 1);
  else list[at] = operation.value;
}
