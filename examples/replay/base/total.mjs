/** What the lines of a receipt cost together. */
export function total(lines) {
  return lines.reduce((sum, { price }) => sum + price, 0);
}
