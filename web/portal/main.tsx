import { render } from 'preact';
import '../style/base.css';
import { guardOffice } from '../api/guard-person.ts';
import { prepareWords } from '../words/dictionary.ts';
import { Portal } from './frame.tsx';
import { sayRefusals } from './refusals.ts';
import { api, session } from './session.ts';

sayRefusals();
guardOffice(session, api);
await prepareWords();
render(<Portal />, document.body);
