/** The edition that the library of the office brings (`vite.config.ts`). */
declare module 'virtual:pdfjs' {
  import type { pdfjs } from 'react-pdf'

  export const getDocument: (typeof pdfjs)['getDocument']
  export const GlobalWorkerOptions: (typeof pdfjs)['GlobalWorkerOptions']
}

declare module 'virtual:pdfjs/worker?worker&url' {
  const address: string
  export default address
}
