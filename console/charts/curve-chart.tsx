import { type ReactNode, useState } from 'react'
import { ChartFigure, Legend, ReadDrawing, ReadingBox, ValueTicks } from './chart-parts.tsx'
import { type Curve, curveScales, nearestPoint, pointsInOrder } from './curve-scale.ts'
import { pathOf } from './linear.ts'
import type { Frame } from './scale.ts'

interface CurveChartProps {
  title: string
  curves: readonly Curve[]
  xName: string
  xFormat: (value: number) => string
  yFormat: (value: number) => string
  goal: { value: number; name: string }
  reading: (id: string) => ReactNode
  table: ReactNode
  csv: () => string
}

const height = 260

/** Curves of benefit by spend, both from zero. */
export function CurveChart(props: CurveChartProps) {
  const { title, curves, table, csv } = props
  return (
    <ChartFigure title={title} csv={csv} table={table} legend={<Legend lines={curves} />}>
      {(width) => <Drawing {...props} width={width} />}
    </ChartFigure>
  )
}

function Drawing(props: CurveChartProps & { width: number }) {
  const { title, curves, xName, xFormat, yFormat, goal, reading, width } = props
  const [at, setAt] = useState<number>()
  const frame: Frame = { width, height, left: 44, right: 18, top: 12, bottom: 46 }
  const { x, y, xTicks, yTicks } = curveScales(curves, goal.value, frame)
  const points = pointsInOrder(curves)
  const places = points.map((one) => ({ x: x(one.x), y: y(one.y) }))
  const point = at === undefined ? undefined : points[at]
  return (
    <div className="relative">
      <ReadDrawing
        {...{ title, width, height, at }}
        what="points"
        length={points.length}
        onRead={setAt}
        nearest={(left, top) => nearestPoint(places, left, top)}
      >
        <ValueTicks ticks={yTicks} y={y} frame={frame} format={yFormat} />
        {xTicks.map((tick) => (
          <text key={tick} x={x(tick)} y={height - 28} textAnchor="middle" className="fill-muted text-xs">
            {xFormat(tick)}
          </text>
        ))}
        <text x={width - frame.right} y={height - 8} textAnchor="end" className="fill-muted text-xs">
          {xName}
        </text>
        <g className="fill-up text-xs font-medium">
          <line
            {...{ x1: frame.left, x2: width - frame.right, y1: y(goal.value), y2: y(goal.value) }}
            stroke="var(--up)"
            strokeDasharray="3 4"
          />
          <text x={width - frame.right} y={y(goal.value) - 6} textAnchor="end">
            {goal.name}
          </text>
        </g>
        {curves.map(({ id, points: own, color, isDashed }) => (
          <g key={id} fill="none" stroke={color} strokeWidth={2.25} strokeLinejoin="round">
            <path d={pathOf(own.map((one) => [x(one.x), y(one.y)]))} {...(isDashed && { strokeDasharray: '7 4' })} />
            {own.map((one) => (
              <circle key={one.id} cx={x(one.x)} cy={y(one.y)} r={2.5} fill={color} stroke="none" />
            ))}
          </g>
        ))}
        {point !== undefined && (
          <circle cx={x(point.x)} cy={y(point.y)} r={5} fill={point.color} stroke="var(--panel)" strokeWidth={2} />
        )}
      </ReadDrawing>
      <ReadingBox x={x(point?.x ?? 0)} width={width}>
        {point && (
          <>
            <p style={{ color: point.color }}>{point.name}</p>
            {reading(point.id)}
          </>
        )}
      </ReadingBox>
    </div>
  )
}
