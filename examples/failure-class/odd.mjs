// An error that no vocabulary has a word for.
class TillClosedError extends Error {
  name = 'TillClosedError';
}
throw new TillClosedError('at night');
