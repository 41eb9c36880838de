import { render } from 'preact';
import '../style/base.css';
import { prepareWords } from '../words/dictionary.ts';
import { Portal } from './frame.tsx';
import { sayRefusals } from './refusals.ts';

sayRefusals();
await prepareWords();
render(<Portal />, document.body);
