/** What `npm create vite` makes for React, with React Three Fiber and the example of `compat/others` in it. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { typedGameIn } from './game.js';
import { created } from './vite.js';

const example = path.join(import.meta.dirname, '../others/fiber.jsx');

export const fiber = {
  ...created('react-ts', { game: {}, enter: { 'src/main.tsx': "import './game/main';" } }),
  name: 'React Three Fiber on Vite',
  add: ['three@0.187.0', '@types/three@0.187.0', '@react-three/fiber@9.8.2'],
  game: {
    ...typedGameIn('src/game'),
    'src/game/fiber.jsx': readFileSync(example, 'utf8'),
    'src/game/fiber.d.ts': `import type { ReactElement } from 'react';

export declare function Spindle(): null;
export declare function Guard(): ReactElement;
`,
    'src/App.tsx': `import { Canvas, useFrame, useThree } from '@react-three/fiber';
import { Guard, Spindle } from './game/fiber';

function Watch() {
  const scene = useThree((state) => state.scene);
  useFrame(() => {
    if (scene.getObjectByName('guard')?.position.x === 3) console.log('useFrame makes time pass');
  });
  return null;
}

export default function App() {
  return (
    <Canvas>
      <Spindle />
      <Guard />
      <Watch />
    </Canvas>
  );
}
`,
  },
  until: /useFrame makes time pass/,
};
