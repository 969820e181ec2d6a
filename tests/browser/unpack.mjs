// Unpacks the browser into the temporary folder and prints where it is.
import chromium from '@sparticuz/chromium';

console.log(await chromium.executablePath());
