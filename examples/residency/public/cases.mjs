export const cases = [1, 2, 3];
