/** What the page says of watching without a key. */
export const watch = {
  show: 'Show to everybody',
  how: 'Whoever has the address sees what every seat may know: no key is asked for, and no list names it.',
  none: 'To nobody',
  live: 'As it goes on',
  replay: 'Once it is over',
  link: 'Address',
  frame: 'For a page of yours',
  whole: 'Open on a page of its own',
  notShown: 'This fight is not shown to everybody, or there is none. Whoever hosts it can switch that on.',
};
