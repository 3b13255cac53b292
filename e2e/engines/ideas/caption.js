/** Shows what somebody says, below the stage. */
const line = document.createElement('p');

export function caption(words) {
  document.body.append(line);
  line.textContent = words;
}
