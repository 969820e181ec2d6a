/** What is opened beside a fight: it lies in a file of its own, and is loaded with the first of it. */
export { Rests } from '../trust/rests.js';
export { Shown } from '../watch/shown.js';
export { Awaits } from '../turn/awaits.js';
export { TakingBack } from './back.js';
export { Over } from './closing.js';
export { Contest, Contested } from './contest.js';
export { LineMenu } from '../turn/deeds.js';
export { Ending } from '../turn/ending.js';
export { Facts } from './facts.js';
export { masked } from './masking.js';
export { Palette } from './palette.js';
export { Relief } from '../table/relief.js';
export { Sheet } from './sheet.js';
