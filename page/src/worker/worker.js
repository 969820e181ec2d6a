import { Hub } from './hub.js';

const hub = new Hub((message) => postMessage(message));
addEventListener('message', ({ data }) => hub.asked(data));
