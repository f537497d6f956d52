/**
 * How often a test repeats what chance decides, such as a race or a generated history: `usual` in every run of
 * `npm test`, and `thorough` with TEST_THOROUGH=yes, which a release asks for.
 */
export const often = (usual: number, thorough: number): number =>
  process.env['TEST_THOROUGH'] === 'yes' ? thorough : usual
