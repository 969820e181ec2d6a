import { asked, Problem } from '../model/call.js';

/**
 * Give the reader one file with all of the replay in it. Raises Problem.
 * @param {string} path
 * @param {string} key
 * @param {string | null} as
 */
export async function giveFile(path, key, as) {
  const answer = await asked(`${path}/export?format=html${as ? `&as=${encodeURIComponent(as)}` : ''}`, { key });
  if (!answer.ok) throw new Problem(answer.status, await answer.json().catch(() => ({})));
  const name = /filename="([\w.-]+)"/.exec(answer.headers.get('Content-Disposition') ?? '')?.[1] ?? 'replay.html';
  const address = URL.createObjectURL(await answer.blob());
  const link = document.createElement('a');
  Object.assign(link, { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
}
