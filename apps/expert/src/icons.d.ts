declare module '@tabler/icons/outline/*.svg?raw' {
  const svg: string
  export default svg
}
