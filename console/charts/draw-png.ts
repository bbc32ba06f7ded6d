import { saveFrom } from '../ui/save-file.ts'

/** Styles from style sheets, which an exported image does not have. */
const styles = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'font-size', 'font-weight', 'font-family']

/** Saves a drawing at double resolution as `<title>.png`. */
export async function drawPng(svg: SVGSVGElement, title: string): Promise<void> {
  const { width, height } = svg.getBoundingClientRect()
  const copy = svg.cloneNode(true) as SVGSVGElement
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  const originals = [svg, ...svg.querySelectorAll('*')]
  for (const [i, element] of [copy, ...copy.querySelectorAll('*')].entries()) {
    const seen = getComputedStyle(originals[i] as Element)
    for (const style of styles) element.setAttribute(style, seen.getPropertyValue(style))
  }
  const image = new Image()
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = width * 2
  canvas.height = height * 2
  const context = canvas.getContext('2d') as CanvasRenderingContext2D
  context.scale(2, 2)
  context.fillStyle = getComputedStyle(svg.closest('.bg-panel') ?? document.body).backgroundColor
  context.fillRect(0, 0, width, height)
  context.drawImage(image, 0, 0, width, height)
  saveFrom(canvas.toDataURL('image/png'), `${title}.png`)
}
