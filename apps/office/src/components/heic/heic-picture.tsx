import { Loader, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { fileTexts } from '@consilium/web-kit/words/file-texts.ts'
import { frameTexts } from '../texts.ts'

/** Decodes in a worker of its own, whose memory is returned when it ends. Null if the file cannot be decoded. */
async function decode(url: string, signal: AbortSignal): Promise<Blob | null> {
  const bytes = await (await fetch(url, { signal })).arrayBuffer()
  const worker = new Worker(new URL('./heic.worker.ts', import.meta.url), { type: 'module' })
  signal.addEventListener('abort', () => worker.terminate())
  const blob = await new Promise<Blob | null>((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Blob | null>) => resolve(data))
    worker.addEventListener('error', () => resolve(null))
    worker.postMessage(bytes, [bytes])
  })
  worker.terminate()
  return blob
}

/** A HEIC picture in a browser that does not show this format by itself. */
export default function HeicPicture({
  url,
  alt,
  className,
}: {
  url: string
  alt: string
  className?: string
}) {
  const t = useTexts(fileTexts)
  const ofFrame = useTexts(frameTexts)
  const [shown, setShown] = useState<string | null>(null)
  const [isBroken, setBroken] = useState(false)
  useEffect(() => {
    const stop = new AbortController()
    let address = ''
    decode(url, stop.signal).then(
      (blob) => {
        if (stop.signal.aborted) return
        if (blob) setShown((address = URL.createObjectURL(blob)))
        else setBroken(true)
      },
      () => setBroken(!stop.signal.aborted),
    )
    return () => {
      stop.abort()
      if (address !== '') URL.revokeObjectURL(address)
    }
  }, [url])
  if (isBroken) return <Text size="sm">{t('pictureFailed')}</Text>
  if (shown === null) return <Loader role="status" aria-label={ofFrame('loading')} />
  return <img src={shown} alt={alt} className={className} />
}
