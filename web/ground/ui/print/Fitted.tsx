import { useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import classes from './Fitted.module.css'

interface Box {
  /** Millimetres. */
  width: number
  height: number
  /** Points. */
  largest: number
  smallest: number
  weight?: number
}

/**
 * Words in a box on paper, as large as they fit, on as many lines as it takes. Where even the smallest letters don't hold
 * them, the next of `texts` stands there, which says what it leaves out; of the last one as much as there is room for,
 * with an ellipsis.
 */
export function Fitted({
  texts,
  width,
  height,
  largest,
  smallest,
  weight = 400,
}: Box & { texts: readonly string[] }) {
  const asked = JSON.stringify(texts)
  const [fit, setFit] = useState({ text: texts[0] ?? '', size: smallest })

  useLayoutEffect(() => {
    const measure = () => setFit(fitOf(JSON.parse(asked), { width, height, largest, smallest, weight }))
    measure()
    // Letters of another script may have to be loaded first; the print waits for the same.
    void document.fonts.ready.then(() => flushSync(measure))
  }, [asked, width, height, largest, smallest, weight])

  const size = {
    width: `${width}mm`,
    maxHeight: `${height}mm`,
    fontSize: `${fit.size}pt`,
    fontWeight: weight,
  }
  return (
    <div className={classes.box} style={size}>
      <bdi>{fit.text}</bdi>
    </div>
  )
}

const step = 0.5
const pixelsPerMillimetre = 96 / 25.4
/** Printers round the widths of letters otherwise than screens. */
const slack = 0.98

/** Measured beside the page: what is for paper is not laid out on a screen. */
function fitOf(texts: readonly string[], box: Required<Box>): { text: string; size: number } {
  const { width, height, largest, smallest, weight } = box
  const paper = document.createElement('div')
  paper.className = `${classes.box} ${classes.measure}`
  paper.dataset['printSheet'] = ''
  Object.assign(paper.style, { width: `${width * slack}mm`, fontWeight: String(weight) })
  const words = paper.appendChild(document.createElement('bdi'))
  document.body.append(paper)

  const fits = (text: string, size: number) => {
    words.textContent = text
    paper.style.fontSize = `${size}pt`
    return (
      paper.getBoundingClientRect().height <= height * pixelsPerMillimetre &&
      paper.scrollWidth <= paper.clientWidth
    )
  }
  try {
    for (const text of texts) {
      for (let size = largest; size >= smallest; size -= step) {
        // A word is broken rather than that all are half as large.
        paper.style.overflowWrap = size > largest / 2 ? 'normal' : 'anywhere'
        if (fits(text, size)) return { text, size }
      }
    }
    const letters = [...new Intl.Segmenter().segment(texts.at(-1) ?? '')].map(({ segment }) => segment)
    const shortened = (count: number) => `${letters.slice(0, count).join('')}…`
    let count = letters.length - 1
    while (count > 0 && !fits(shortened(count), smallest)) count--
    return { text: shortened(count), size: smallest }
  } finally {
    paper.remove()
  }
}
