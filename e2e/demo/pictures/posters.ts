import sharp from 'sharp'
import { FIELDS } from '../plan/project-words.ts'
import { createRandom, type Random } from '../random.ts'

/** Public pages crop the edges of covers and previews, so every motif stays within the middle two thirds. */
const WIDTH = 1280
const HEIGHT = 720
const PALE = '#d3edf2'
const APRICOT = '#f5aa58'
const QUALITY = 86
/** Grounds of posters, from the left upper to the right lower corner. */
const GROUNDS = [
  ['#0b6478', '#062f3a'],
  ['#1d4e7a', '#0b2340'],
  ['#1f6b57', '#0a3028'],
  ['#4b4a86', '#1f1e45'],
  ['#7a3f52', '#351623'],
] as const

const line = (path: string, color = PALE, width = 10) =>
  `<path d="${path}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`
const shape = (path: string, color = PALE, opacity = 1) =>
  `<path d="${path}" fill="${color}" opacity="${opacity}"/>`
const disc = (x: number, y: number, radius: number, color = PALE, opacity = 1) =>
  `<circle cx="${Math.round(x)}" cy="${Math.round(y)}" r="${Math.round(radius)}" fill="${color}" opacity="${opacity}"/>`
const ring = (x: number, y: number, radius: number, width: number, color = PALE) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="${color}" stroke-width="${width}"/>`
/** The same again on the other side. */
const mirrored = (half: string) => `${half}<g transform="translate(${WIDTH} 0) scale(-1 1)">${half}</g>`

const heartbeat = () =>
  shape(
    'M640 580 C380 420 420 180 560 180 C612 180 640 224 640 250 C640 224 668 180 720 180 C860 180 900 420 640 580Z',
    PALE,
    0.16,
  ) +
  line('M220 380 H450 l32 -44 32 44 h40 l26 56 48 -240 46 320 36 -136 h50 l34 -50 34 50 H1060', APRICOT, 12)

function cells(random: Random): string {
  const around = [
    [640, 360, 92],
    [470, 300, 70],
    [530, 480, 62],
    [770, 480, 74],
    [820, 290, 80],
    [655, 190, 56],
    [350, 430, 52],
    [945, 420, 54],
  ] as const
  return around
    .map(([x, y, radius], at) => {
      const color = at === 0 ? APRICOT : PALE
      const core = disc(x + random.int(-10, 10), y + random.int(-10, 10), radius * 0.36, color)
      return disc(x, y, radius, color, 0.3) + ring(x, y, radius, 5, color) + core
    })
    .join('')
}

const glucose = () =>
  `<rect x="220" y="300" width="840" height="130" rx="20" fill="${PALE}" opacity="0.14"/>` +
  shape('M640 150 C724 274 786 342 786 424 A146 146 0 0 1 494 424 C494 342 556 274 640 150Z', PALE, 0.85) +
  line(
    'M220 400 C290 400 300 250 370 250 S450 380 520 380 590 290 650 290 720 400 790 400 860 320 920 320 990 370 1060 370',
    APRICOT,
    12,
  )

const breath = () =>
  line('M640 150 V300', PALE, 26) +
  mirrored(
    shape(
      'M588 240 C540 236 468 300 440 400 C416 486 420 566 468 574 C536 584 604 548 606 500 Z',
      PALE,
      0.85,
    ) +
      line('M640 300 C640 350 600 360 560 400 M582 376 C570 420 560 440 528 466', APRICOT, 12) +
      line('M372 250 C322 330 304 430 330 540', PALE, 6),
  )

const kidneys = () =>
  mirrored(
    shape(
      'M548 190 C440 164 366 260 366 360 C366 474 448 556 536 532 C604 512 596 448 562 424 C530 402 530 346 566 320 C612 288 622 208 548 190Z',
      PALE,
      0.85,
    ) +
      line('M556 372 C612 384 614 460 614 590', APRICOT, 14) +
      ring(452, 360, 34, 6, '#0b6478'),
  )

const TOUCHING = 150
const NODES = 46

/** A network in the outline of a head, with one path marked. */
function nerves(random: Random): string {
  const nodes = Array.from({ length: NODES }, () => {
    const [angle, far] = [random.next() * 2 * Math.PI, Math.sqrt(random.next())]
    return { x: 640 + Math.cos(angle) * far * 330, y: 360 + Math.sin(angle) * far * 220 }
  })
  const links = nodes.flatMap((from, at) =>
    nodes
      .slice(at + 1)
      .filter((to) => Math.hypot(from.x - to.x, from.y - to.y) < TOUCHING)
      .map((to) =>
        line(`M${from.x.toFixed()} ${from.y.toFixed()} L${to.x.toFixed()} ${to.y.toFixed()}`, PALE, 2),
      ),
  )
  const dots = nodes.map(({ x, y }) => disc(x, y, random.int(6, 13)))
  return (
    links.join('') +
    dots.join('') +
    line('M330 470 C430 430 470 520 560 450 S660 300 740 350 860 300 930 230', APRICOT, 12)
  )
}

const FINGERS = [
  [430, 330],
  [530, 230],
  [640, 190],
  [750, 220],
  [850, 300],
] as const

const joints = () =>
  FINGERS.map(([x, top]) => {
    const step = (580 - top) / 3
    const bones = [0, 1, 2].map(
      (at) =>
        `<rect x="${x - 27}" y="${Math.round(top + at * step)}" width="54" height="${Math.round(step - 26)}" rx="26" fill="${PALE}" opacity="0.88"/>`,
    )
    return bones.join('') + disc(x, top + step - 13, 15, APRICOT) + disc(x, top + 2 * step - 13, 15, APRICOT)
  }).join('')

const TUBE = 'M330 210 H850 a75 75 0 0 1 0 150 H430 a75 75 0 0 0 0 150 H950'
const bowel = () =>
  line(TUBE, PALE, 92) + line(TUBE, '#17503f', 64) + disc(640, 360, 30, APRICOT) + disc(720, 360, 18, APRICOT)

const RUNGS = 21
const MARKED = 12

function helix(): string {
  const at = (place: number) => ({
    x: 240 + place * 40,
    up: 360 - Math.sin(place / 2.2) * 150,
    down: 360 + Math.sin(place / 2.2) * 150,
  })
  const places = Array.from({ length: RUNGS }, (_, place) => at(place))
  const rungs = places.map(({ x, up, down }, place) =>
    line(
      `M${x} ${up.toFixed()} V${down.toFixed()}`,
      place === MARKED ? APRICOT : PALE,
      place === MARKED ? 14 : 5,
    ),
  )
  const beads = places.map(({ x, up, down }, place) => {
    const color = place === MARKED ? APRICOT : PALE
    return disc(x, up, 17, color) + disc(x, down, 17, color)
  })
  return rungs.join('') + beads.join('')
}

function blood(random: Random): string {
  const rows = [200, 310, 420, 530].flatMap((y, row) =>
    Array.from({ length: 7 }, (_, place) => {
      const x = 290 + place * 115 + (row % 2) * 50
      const [radius, color] = [random.int(36, 48), random.chance(0.2) ? APRICOT : PALE]
      return disc(x, y, radius, color, 0.85) + disc(x, y, radius * 0.45, '#4a1d2c', 0.35)
    }),
  )
  return rows.join('')
}

/** In the order of the fields of medicine. */
const MOTIFS: readonly ((random: Random) => string)[] = [
  heartbeat,
  cells,
  glucose,
  breath,
  kidneys,
  nerves,
  joints,
  bowel,
  helix,
  blood,
]

const SEATS = 12

/** A round table from above. */
function table(): string {
  const seats = Array.from({ length: SEATS }, (_, seat) => {
    const angle = (seat / SEATS) * 2 * Math.PI
    const [x, y] = [640 + Math.cos(angle) * 250, 360 + Math.sin(angle) * 190]
    return disc(x, y, 34, seat === 9 ? APRICOT : PALE, 0.95)
  })
  return (
    `<ellipse cx="640" cy="360" rx="185" ry="128" fill="${PALE}" opacity="0.22"/>` +
    `<ellipse cx="640" cy="360" rx="185" ry="128" fill="none" stroke="${PALE}" stroke-width="6"/>` +
    seats.join('') +
    line('M560 340 H720 M590 384 H690', PALE, 10)
  )
}

/** Four quarters with their meetings. */
const quarters = () =>
  line('M260 470 H1020', PALE, 6) +
  [2, 4, 5, 3]
    .map((meetings, quarter) => {
      const x = 310 + quarter * 220
      const held = Array.from({ length: meetings }, (_, at) =>
        disc(x, 420 - at * 58, 22, quarter < 2 ? APRICOT : PALE, quarter < 2 ? 1 : 0.7),
      )
      return held.join('') + disc(x, 470, 10, '#ffffff')
    })
    .join('')

const SCENES = [table, quarters] as const

async function paint(motif: string, ground: number): Promise<Buffer> {
  const [from, to] = GROUNDS[ground % GROUNDS.length]!
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
<defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>
<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#g)"/>
${disc(1130, 110, 300, '#ffffff', 0.05)}${disc(120, 660, 260, '#ffffff', 0.05)}${motif}</svg>`
  return await sharp(Buffer.from(svg)).jpeg({ quality: QUALITY }).toBuffer()
}

/** Posters of a project, the cover of its field first: abstract, without text, which would depend on installed typefaces. */
export async function drawPosters(field: string): Promise<Buffer[]> {
  const place = Math.max(
    0,
    FIELDS.findIndex(({ zh, en }) => field === zh || field === en),
  )
  const cover = MOTIFS[place]!(createRandom(place + 1))
  return await Promise.all([
    paint(cover, place),
    ...SCENES.map((scene, at) => paint(scene(), place + at + 1)),
  ])
}
