vim.api.nvim_create_autocmd('FileType', {
  pattern = { 'javascript', 'javascriptreact', 'typescript', 'typescriptreact' },
  callback = function()
    local root = vim.fs and vim.fs.dirname(vim.fs.find('package.json', { upward = true })[1]) or vim.fn.getcwd()
    local id = vim.lsp.start_client({ name = 'spindle', cmd = { 'npx', 'spindle-language-server', '--stdio' }, root_dir = root })
    vim.lsp.buf_attach_client(0, id)
  end,
})
