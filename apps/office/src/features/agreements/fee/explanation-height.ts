/** Reserved while the explanation loads, so that the page does not jump. */
export const EXPLANATION_HEIGHT = 200
