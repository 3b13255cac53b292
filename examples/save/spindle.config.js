/** What a game needs from its first day on, so that it can be saved in the middle of its scripts. `root`: where the names of files in saves begin. */
export default { target: 'frames', saves: true, root: import.meta.dirname };
