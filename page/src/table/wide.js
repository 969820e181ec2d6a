import { useEffect, useState } from '../../vendor/vendor.mjs';

/** Return whether a condition on the screen holds, as long as it does. @param {string} query */
export function useScreen(query) {
  const asked = matchMedia(query);
  const [holds, setHolds] = useState(asked.matches);
  useEffect(() => {
    const changed = () => setHolds(asked.matches);
    asked.addEventListener('change', changed);
    changed();
    return () => asked.removeEventListener('change', changed);
  }, [query]);
  return holds;
}
