/** A script with something of everything. */
export const SCENE = `// @compile
class Guard extends Executor {
  patrol() {
    while (true) {
      this.walk(3);
      wait(200);
      this.wait(5);
    }
  }
  sees(thief) {
    this.count++;
    return thief.near;
  }
  isTired() {
    return this.count > 3;
  }
}

// @compile
function scene(guard, thief) {
  guard.patrol();
  if (guard.sees(thief)) wait(1000);
  while (!guard.isTired()) wait(100);
  const loot = thief.take();
  start(() => thief.run());
  void thief.hide();
  return loot;
}
`;
