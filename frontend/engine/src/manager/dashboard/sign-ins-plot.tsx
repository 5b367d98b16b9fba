import type { Dashboard } from '@bindery/contract/api/dashboard.ts';
import { useTranslation } from 'react-i18next';
import {
  Bar,
  CartesianGrid,
  ComposedChart,
  Line,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from 'recharts';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { formatNumber } from '../numbers.ts';
import styles from './sign-ins-plot.module.css';

type SignIns = Dashboard['signIns'];

const AXIS = {
  tickLine: false,
  axisLine: false,
  tickMargin: 8,
  tick: { fill: 'var(--ink-soft)' },
} as const;

const BEFORE = { dataKey: 'before', dot: false, activeDot: false, isAnimationActive: false } as const;

/**
 * Renders the sign-ins per day as bars, and those of the previous period as a line. The arrow keys move
 * through the days like the pointer does.
 */
export default function SignInsPlot({ signIns }: { signIns: SignIns }) {
  const { t } = useTranslation();
  const { language, dir } = useLanguage();
  const day = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const hasBefore = signIns.some(({ before }) => before > 0);
  const isRightToLeft = dir === 'rtl';
  return (
    <figure className={styles.plot}>
      {/* Left to right, as the library places everything; its axes are reversed instead. */}
      <div className={styles.chart} dir="ltr">
        <ResponsiveContainer width="100%" height="100%">
          <ComposedChart data={[...signIns]} margin={MARGIN} aria-label={t('manager.plot.label')}>
            <CartesianGrid vertical={false} stroke="var(--line)" />
            <XAxis
              {...AXIS}
              dataKey="day"
              reversed={isRightToLeft}
              ticks={labelledDays(signIns)}
              interval="equidistantPreserveStart"
              minTickGap={8}
              tickFormatter={(key: string) => day.format(new Date(key))}
            />
            <YAxis
              {...AXIS}
              width="auto"
              orientation={isRightToLeft ? 'right' : 'left'}
              allowDecimals={false}
              tickFormatter={(value: number) => formatNumber(language, value)}
            />
            <Tooltip content={DayTooltip} cursor={{ fill: 'var(--accent-soft)' }} isAnimationActive={false} />
            <Bar
              dataKey="count"
              fill="var(--plot)"
              radius={[4, 4, 0, 0]}
              maxBarSize={32}
              isAnimationActive={false}
            />
            {/* The first one separates the line from the bars behind it. */}
            {hasBefore && <Line {...BEFORE} stroke="var(--surface)" strokeWidth={5} />}
            {hasBefore && (
              <Line {...BEFORE} stroke="var(--line-before)" strokeWidth={2} strokeDasharray="4 3" />
            )}
          </ComposedChart>
        </ResponsiveContainer>
      </div>
      <figcaption className={styles.legend}>
        <span className={styles.now}>{t('manager.plot.now')}</span>
        {hasBefore && <span className={styles.before}>{t('manager.plot.before')}</span>}
      </figcaption>
    </figure>
  );
}

/** The number of days from one label to the next. */
const STEP = 5;

/** Returns the days with a label: at equal distances, and none so near to an edge that it would be moved. */
const labelledDays = (signIns: SignIns): string[] =>
  signIns.filter((_, index) => index % STEP === Math.floor(STEP / 2)).map(({ day }) => day);

/** The padding on both sides of the chart, in pixels. */
const SIDE = 4;
const MARGIN = { top: 8, right: SIDE, bottom: 0, left: SIDE };

function DayTooltip({ active, payload }: TooltipContentProps) {
  const { t } = useTranslation();
  const { language, dir } = useLanguage();
  const shown: SignIns[number] | undefined = payload[0]?.payload;
  if (!active || !shown) return null;
  const day = new Intl.DateTimeFormat(language, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
  return (
    <div className={styles.tooltip} dir={dir} role="status">
      <strong>{day.format(new Date(shown.day))}</strong>
      <span className={styles.now}>{t('manager.plot.now')}</span>
      <span>{formatNumber(language, shown.count)}</span>
      <span className={styles.before}>{t('manager.plot.before')}</span>
      <span>{formatNumber(language, shown.before)}</span>
    </div>
  );
}
