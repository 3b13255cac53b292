/** What a game needs whose scripts go back. `root`: where the names of its files begin. */
export default { target: 'frames', saves: true, root: import.meta.dirname };
