declare module '@babel/preset-typescript' {
  const preset: object;
  export default preset;
}
