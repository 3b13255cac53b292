module.exports = globalThis[Symbol.for('spindle.shared')]('@babel/generator');
