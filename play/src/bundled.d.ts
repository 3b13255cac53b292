declare module '*?bundled' {
  const text: string;
  export default text;
}
