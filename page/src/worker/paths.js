/** Where each call that is no command is sent. @type {Record<string, string>} */
const PATHS = {
  rewind: '/rewind',
  answer_rewind: '/consents',
  type_dice: '/dice',
  go_on: '/missing',
  attest: '/attestations',
  contest: '/disputes',
  settle: '/disputes/{dispute}/answers',
  withhold: '/withheld',
  rename: '/names',
  close: '/close',
};

/** Return where a call goes, and what of it the body says. @param {string} act @param {Record<string, unknown>} fields */
export function placed(act, fields) {
  const path = PATHS[act];
  if (path === undefined) throw new Error(act);
  const told = Object.fromEntries(Object.entries(fields).filter(([name]) => !path.includes(`{${name}}`)));
  return { path: path.replace('{dispute}', String(fields['dispute'])), told };
}
