export { Fragment, createContext, h, render } from 'preact';
export { useCallback, useContext, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
export { batch, computed, effect, signal, untracked, useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { h } from 'preact';
import htm from 'htm';
export const html = htm.bind(h);

// Chromium forgets what a changed class means for what is inside an element if that is moved before it was drawn: it is
// asked for the style first.
const move = globalThis.Element?.prototype.moveBefore;
if (move) {
  Element.prototype.moveBefore = function moveBefore(node, before) {
    if (node instanceof Element) void getComputedStyle(node).color;
    move.call(this, node, before);
  };
}
