// @script
const list = document.querySelector('#list');
for (const word of ['one', 'two', 'three']) {
  list.append(`${word} `);
  wait(30);
}
list.append('done');
