/** Shows what somebody says, below the picture. */
export function caption(words: string): void {
  document.querySelector('#caption')!.textContent = words;
}
