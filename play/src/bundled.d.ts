/// <reference types="vite/client" />
declare module '*?bundled' {
  const text: string;
  export default text;
}
