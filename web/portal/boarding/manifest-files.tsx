import { Download } from '../parts/download.tsx';
import { w } from '../words.ts';

/** Buttons that download a trip's manifest. */
export const ManifestFiles = ({ trip }: { readonly trip: number }) => (
  <>
    <Download address={`/api/operator/trips/${trip}/manifest.pdf`} name={`manifest-${trip}.pdf`}>
      {w.value.manifest.pdf}
    </Download>
    <Download address={`/api/operator/trips/${trip}/manifest.csv`} name={`manifest-${trip}.csv`}>
      {w.value.manifest.csv}
    </Download>
  </>
);
