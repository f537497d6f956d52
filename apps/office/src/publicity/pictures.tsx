/** @jsxImportSource preact */
import type { PublicPicture } from '@consilium/contract/projects/project-pictures.ts'
import type { Texts } from './texts.ts'

/** Widths at which the style sheet shows them, so that browsers load no more pixels than they show. */
const COVER_SIZES = '(min-width: 66rem) 62rem, calc(100vw - 2rem)'
const GALLERY_SIZES = '(min-width: 44rem) 20rem, calc(100vw - 4rem)'

interface PictureProps {
  picture: PublicPicture
  sizes: string
  /** The first picture on the page: the browser loads it before scripts and pictures further down. */
  first?: boolean
}

/** Width and height are known, so that nothing moves when it arrives. */
function Picture({ picture, sizes, first = false }: PictureProps) {
  const { url, previewUrl, previewWidth, width, height, caption } = picture
  return (
    <img
      src={previewUrl}
      srcset={width > previewWidth ? `${previewUrl} ${previewWidth}w, ${url} ${width}w` : undefined}
      sizes={width > previewWidth ? sizes : undefined}
      width={width}
      height={height}
      alt={caption}
      decoding="async"
      loading={first ? undefined : 'lazy'}
      fetchpriority={first ? 'high' : undefined}
    />
  )
}

/** Opens the large picture; its name is the caption, which is not read twice. */
const Figure = ({ picture, ...shown }: PictureProps) => (
  <figure>
    <a href={picture.url}>
      <Picture picture={picture} {...shown} />
    </a>
    <figcaption aria-hidden="true">{picture.caption}</figcaption>
  </figure>
)

/** The cover at the head of a project. */
export const Cover = ({ pictures: [cover] }: { pictures: readonly PublicPicture[] }) =>
  cover ? (
    <div class="cover">
      <Figure picture={cover} sizes={COVER_SIZES} first />
    </div>
  ) : null

/** The pictures behind the cover. */
export function Gallery({ pictures, texts }: { pictures: readonly PublicPicture[]; texts: Texts }) {
  const others = pictures.slice(1)
  if (others.length === 0) return null
  return (
    <section class="card" aria-labelledby="pictures">
      <h2 id="pictures">{texts.pictures}</h2>
      {/* WebKit removes the list role from lists without bullets. */}
      <ul class="gallery" role="list">
        {others.map((picture) => (
          <li key={picture.pictureId}>
            <Figure picture={picture} sizes={GALLERY_SIZES} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The cover in the list, in the small size only. The name of the project beside it says what it is. */
export const ListCover = ({
  pictures: [cover],
  first,
}: {
  pictures: readonly PublicPicture[]
  first: boolean
}) =>
  cover ? (
    <img
      class="thumbnail"
      src={cover.previewUrl}
      width={cover.width}
      height={cover.height}
      alt={cover.caption}
      decoding="async"
      loading={first ? undefined : 'lazy'}
    />
  ) : null
