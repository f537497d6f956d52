import address from '@mantine/dates/styles.css?url'

let loading: Promise<void> | null = null

/** They are a file of their own, since those of the app are loaded by every page. */
export function loadStyles(): Promise<void> {
  loading ??= new Promise<void>((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = address
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      loading = null
      link.remove()
      reject(new Error('The styles of the calendar cannot be loaded'))
    })
    document.head.append(link)
  })
  return loading
}
