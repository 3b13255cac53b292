/** The colours of the stage, for a light and a dark page. Those of the figures can be told apart by people who see few colours. */

export interface Palette {
  readonly page: string;
  readonly floor: string;
  readonly dots: string;
  readonly wall: string;
  readonly wallTop: string;
  readonly ink: string;
  readonly cap: string;
  readonly quiet: string;
  readonly paper: string;
  readonly shadow: string;
  readonly shade: string;
  readonly figures: Readonly<Record<string, string>>;
}

export const LIGHT: Palette = {
  page: '#efece4',
  floor: '#f8f6f0',
  dots: '#ddd8cb',
  wall: '#c3bcab',
  wallTop: '#d5cfc0',
  ink: '#2b2f3a',
  cap: '#2b2f3a',
  quiet: '#666b78',
  paper: '#ffffff',
  shadow: 'rgba(43, 47, 58, 0.13)',
  shade: 'rgba(239, 236, 228, 0.78)',
  figures: {
    blue: '#4470c4',
    orange: '#dd7f31',
    green: '#3f9a78',
    rose: '#cc5579',
    violet: '#8467c4',
    yellow: '#dcae2f',
    grey: '#7d8290',
    ice: '#6fb4dc',
  },
};

export const DARK: Palette = {
  page: '#14161d',
  floor: '#1c1f29',
  dots: '#313645',
  wall: '#3a4052',
  wallTop: '#4a5166',
  ink: '#eceef4',
  cap: '#454d66',
  quiet: '#a3a9b8',
  paper: '#2a2f3d',
  shadow: 'rgba(0, 0, 0, 0.35)',
  shade: 'rgba(16, 18, 24, 0.76)',
  figures: {
    blue: '#6c96ea',
    orange: '#f09a52',
    green: '#58b893',
    rose: '#e67a9b',
    violet: '#a58be4',
    yellow: '#eac65a',
    grey: '#969cac',
    ice: '#92d0f2',
  },
};
