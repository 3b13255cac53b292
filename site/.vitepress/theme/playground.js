import { useData, withBase } from 'vitepress';
import { shallowRef, watchEffect } from 'vue';

/** As a script, not as an import: the playground is no module of the site. */
function load() {
  const src = withBase('/play/element.js');
  if (document.querySelector(`script[src="${src}"]`) === null)
    document.head.append(Object.assign(document.createElement('script'), { type: 'module', src }));
  return customElements.whenDefined('spindle-playground');
}

/** Gives a function that loads the playground and puts one into `place`. `attributes`: those of `<spindle-playground>`; `code`: what it runs. */
export function usePlayground(place) {
  const { isDark } = useData();
  const shown = shallowRef();
  const paint = (playground) => playground.setAttribute('theme', isDark.value ? 'dark' : 'light');
  watchEffect(() => shown.value && paint(shown.value));
  return async ({ code, ...attributes }) => {
    await load();
    const playground = document.createElement('spindle-playground');
    const all = { compact: '', home: withBase('/play/index.html'), ...attributes };
    for (const [name, value] of Object.entries(all)) playground.setAttribute(name, value);
    if (code !== undefined) playground.textContent = code;
    paint(playground);
    // Who has left the page meanwhile needs none.
    place.value?.replaceChildren(playground);
    shown.value = playground;
  };
}
