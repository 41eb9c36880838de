import { render } from 'preact';
import '../../style/base.css';
import { prepareWords } from '../../words/dictionary.ts';
import { Site } from './site.tsx';

await prepareWords();
render(<Site />, document.body);
