import { encodeQR } from 'qr';

const QUIET_ZONE = 4;

/**
 * A QR code, drawn in the browser so that no other server gets its text. Always dark on white, even in dark mode,
 * because some phones read nothing else.
 */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_ZONE });
  const path = modules.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg class="qr-code" role="img" aria-label={label} viewBox={`0 0 ${modules.length} ${modules.length}`}>
      <rect width="100%" height="100%" fill="#fff" />
      <path d={path} fill="#000" shape-rendering="crispEdges" />
    </svg>
  );
}
