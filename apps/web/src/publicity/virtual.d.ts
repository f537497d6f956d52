/** Made by the build: where the browser finds the script that was built before the pages. */
declare module 'virtual:publicity-client' {
  export const clientPath: string
}
