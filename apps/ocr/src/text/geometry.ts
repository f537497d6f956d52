export type Point = [x: number, y: number]
/** Corners clockwise from the upper left of the text in reading direction. */
export type Quad = [Point, Point, Point, Point]

/** A rectangle by its extent along `axis` (a unit vector) and along the direction at a right angle clockwise to it. */
export interface TurnedRectangle {
  axis: Point
  start: number
  end: number
  top: number
  bottom: number
}

export const distance = ([ax, ay]: Point, [bx, by]: Point): number => Math.hypot(bx - ax, by - ay)
export const widthOf = (rect: TurnedRectangle): number => rect.end - rect.start
export const heightOf = (rect: TurnedRectangle): number => rect.bottom - rect.top

/** Positive if o → a → b turns clockwise, with y downwards. */
const turn = (o: Point, a: Point, b: Point): number =>
  (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])

function halfHull(points: Iterable<Point>): Point[] {
  const chain: Point[] = []
  for (const point of points) {
    while (chain.length > 1 && turn(chain.at(-2)!, chain.at(-1)!, point) <= 0) chain.pop()
    chain.push(point)
  }
  return chain.slice(0, -1)
}

/** Andrew's monotone chain algorithm. */
export function convexHull(points: Point[]): Point[] {
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])
  return [...halfHull(sorted), ...halfHull(sorted.toReversed())]
}

function rectangleAlong(axis: Point, points: Point[]): TurnedRectangle {
  const along = points.map(([x, y]) => x * axis[0] + y * axis[1])
  const across = points.map(([x, y]) => y * axis[0] - x * axis[1])
  return {
    axis,
    start: Math.min(...along),
    end: Math.max(...along),
    top: Math.min(...across),
    bottom: Math.max(...across),
  }
}

/** The smallest rectangle around a convex polygon; it shares a side with the polygon. */
export function smallestRectangle(hull: Point[]): TurnedRectangle {
  let best = rectangleAlong([1, 0], hull)
  for (const [place, from] of hull.entries()) {
    const to = hull[(place + 1) % hull.length]!
    const length = distance(from, to)
    if (length === 0) continue
    const rect = rectangleAlong([(to[0] - from[0]) / length, (to[1] - from[1]) / length], hull)
    if (widthOf(rect) * heightOf(rect) < widthOf(best) * heightOf(best)) best = rect
  }
  return best
}

/** The same rectangle described along its next side, a quarter turn clockwise. */
const quarterTurn = ({ axis, start, end, top, bottom }: TurnedRectangle): TurnedRectangle => ({
  axis: [-axis[1], axis[0]],
  start: top,
  end: bottom,
  top: -end,
  bottom: -start,
})

/** The same rectangle described along the side that is closest to the direction. */
export function alongDirection(rect: TurnedRectangle, [dx, dy]: Point): TurnedRectangle {
  const sides = [rect, quarterTurn(rect), quarterTurn(quarterTurn(rect))]
  sides.push(quarterTurn(sides[2]!))
  const nearness = ({ axis }: TurnedRectangle) => axis[0] * dx + axis[1] * dy
  return sides.reduce((best, side) => (nearness(side) > nearness(best) ? side : best))
}

export const grow = (rect: TurnedRectangle, by: number): TurnedRectangle => ({
  ...rect,
  start: rect.start - by,
  end: rect.end + by,
  top: rect.top - by,
  bottom: rect.bottom + by,
})

export function cornersOf({ axis: [x, y], start, end, top, bottom }: TurnedRectangle): Quad {
  const corner = (along: number, across: number): Point => [along * x - across * y, along * y + across * x]
  return [corner(start, top), corner(end, top), corner(end, bottom), corner(start, bottom)]
}
