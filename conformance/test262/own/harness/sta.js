function Test262Error(message) {
  this.message = message;
}
