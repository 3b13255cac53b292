// @compile
function count(list) {
  for (const word of ['one', 'two', 'three']) {
    list.append(`${word} `);
    wait(30);
  }
  list.append('done');
}

count(document.querySelector('#list'));
