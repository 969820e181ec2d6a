import { signal } from '../../vendor/vendor.mjs';
import { builds } from './call.js';

/** The build of the page that runs here, as the address of its program says. */
const [, OWN = null] = /\/page\/([0-9a-f]{12})\//.exec(import.meta.url ?? '') ?? [];

/** Whether the server has named another build of the page. */
export const isOld = signal(false);

builds.named = (build) => {
  if (OWN !== null && build !== OWN) isOld.value = true;
};
