// All styles are one file, so the names of their classes are part of the app as well, instead of a copy in each page. They are
// imported here, since they would otherwise come before the styles of the kit, which they refine.
export const classNames = import.meta.glob('../{components,features}/**/*.module.css', { eager: true })
