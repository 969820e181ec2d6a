export { Fragment, createContext, h, render } from 'preact';
export type { ComponentChildren, RefObject, VNode } from 'preact';
export { useCallback, useContext, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
export { batch, computed, effect, signal, untracked, useComputed, useSignal, useSignalEffect } from '@preact/signals';
export type { ReadonlySignal, Signal } from '@preact/signals';
import type { VNode } from 'preact';
export function html(strings: TemplateStringsArray, ...values: unknown[]): VNode;
