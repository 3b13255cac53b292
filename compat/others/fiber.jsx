/** React Three Fiber drives the scripts: `useFrame` is the pulse, and a component that goes ends its scripts. */
import { useFrame, useThree } from '@react-three/fiber';
import { useEffect, useRef } from 'react';
import { attachSpindle, tweenTo } from '@spindle/engines/three';
import { start } from '@spindle/runtime';

/** Put it into the canvas once, before what has scripts. */
export function Spindle() {
  const scene = useThree((state) => state.scene);
  const spindle = useRef(null);
  useEffect(() => {
    spindle.current = attachSpindle(scene);
    return () => spindle.current.detach();
  }, [scene]);
  useFrame((_state, seconds) => spindle.current?.update(seconds));
  return null;
}

/** Starts a script when the component is there, and ends it when it goes. */
export function useScript(script) {
  useEffect(() => {
    const thread = start(script);
    return () => thread.cancel('the component has gone');
  }, []);
}

// @compile
function patrol(guard) {
  while (true) {
    tweenTo(guard.position, { x: 3 }, 1000);
    wait(500);
    tweenTo(guard.position, { x: 0 }, 1000);
  }
}

export function Guard() {
  const guard = useRef(null);
  useScript(() => patrol(guard.current));
  return (
    <mesh ref={guard} name="guard">
      <boxGeometry />
      <meshStandardMaterial color="orange" />
    </mesh>
  );
}
