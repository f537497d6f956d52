import { Alert, Button, Group, Loader, Stack, Text } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { Suspense, useMemo, useState, type ReactElement, type ReactNode } from 'react'
import { Document, Page, pdfjs } from 'react-pdf'
// Served from the same origin, because the Content-Security-Policy allows no other.
import workerAddress from 'react-pdf/dist/pdf.worker.entry.js?worker&url'
import { useTexts } from '../lib/texts.ts'
import { fileTexts } from '@consilium/web-kit/words/file-texts.ts'
import { frameTexts } from './texts.ts'
import classes from './pdf-view.module.css'

pdfjs.GlobalWorkerOptions.workerSrc = workerAddress

/** As wide as an A4 page reads well on a large screen. */
const WIDTH_MAX = 820
/** Pages that are rendered at first. Rendering a very long document would freeze a phone. */
const PAGES_AT_ONCE = 5

interface PdfViewProps {
  /** The bytes of the document, or its address. */
  source: Uint8Array | string
  title: string
  /** What lies over a page; it is placed within the edges of the page. */
  overlay?: (page: number) => ReactNode
}

interface SheetProps extends Pick<PdfViewProps, 'title' | 'overlay'> {
  number: number
  pages: number
  width: number
  loading: ReactElement
  failed: ReactElement
}

function Sheet({ title, overlay, number, pages, width, loading, failed }: SheetProps) {
  return (
    <figure className={classes.page}>
      <div className={classes.sheet}>
        <Suspense fallback={loading}>
          <Page
            pageNumber={number}
            width={Math.min(width, WIDTH_MAX)}
            renderTextLayer={false}
            renderAnnotationLayer={false}
            loading={loading}
            error={failed}
            canvasRef={(canvas) => {
              canvas?.setAttribute('role', 'img')
              canvas?.setAttribute('aria-label', `${title} · ${number}/${pages}`)
            }}
          />
        </Suspense>
        {overlay?.(number)}
      </div>
      <Text component="figcaption" size="xs" c="dimmed" ta="center" mt={4}>
        {number} / {pages}
      </Text>
    </figure>
  )
}

/**
 * Renders the pages of a PDF at the available width. Its code is loaded only where a document is shown. The document and each
 * page suspend while they load, which without boundaries of their own would hide the whole page around them, and lose what
 * is typed meanwhile.
 */
export default function PdfView({ source, title, overlay }: PdfViewProps) {
  const t = useTexts(fileTexts)
  const ofFrame = useTexts(frameTexts)
  const { ref, width } = useElementSize()
  const [pages, setPages] = useState(0)
  const [shown, setShown] = useState(PAGES_AT_ONCE)
  // The bytes are transferred to the worker and would be gone here, so it gets a copy.
  const file = useMemo(() => (typeof source === 'string' ? source : { data: source.slice() }), [source])
  const failed = (
    <Alert color="yellow" role="alert">
      {t('pdfFailed')}
    </Alert>
  )
  const loading = <Loader role="status" aria-label={ofFrame('loading')} />
  return (
    <div ref={ref} className={classes.view}>
      {width > 0 && (
        <Suspense fallback={loading}>
          <Document
            file={file}
            loading={loading}
            error={failed}
            noData={failed}
            onLoadSuccess={({ numPages }) => setPages(numPages)}
          >
            <Stack gap="md" align="center">
              {Array.from({ length: Math.min(pages, shown) }, (_, index) => (
                <Sheet
                  key={index}
                  {...{ title, overlay, width, pages, loading, failed }}
                  number={index + 1}
                />
              ))}
              {pages > shown && (
                <Group justify="center">
                  <Button variant="default" onClick={() => setShown(shown + PAGES_AT_ONCE)}>
                    {t('morePages', { count: pages - shown })}
                  </Button>
                </Group>
              )}
            </Stack>
          </Document>
        </Suspense>
      )}
    </div>
  )
}
