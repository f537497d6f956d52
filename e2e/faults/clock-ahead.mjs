// Loaded into a process of a test, whose clock it sets an hour ahead.
const HOUR_MS = 3_600_000
const RealDate = Date
globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + HOUR_MS)
    else super(...given)
  }
  static now() {
    return RealDate.now() + HOUR_MS
  }
}
